; a bit of everything
(and p (or q (not p)) (=> p q))
(= (+ m (* 3 n) (- 5)) (ite p m n))
(< (div m 4) (mod n (pow2 m)))
(let ((x (+ m 1)) (y p)) (ite y (select a x) (- x n)))
(select (store a m 12345678901234567890) (+ m 0))
(= c red) (distinct c green)
(! (<= m n) :named cond)
|p| "a ""string""" :keyword 1.5
