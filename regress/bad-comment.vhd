-- SPDX-License-Identifier: GPL-3.0-or-later
entity unfinished is
  /* a comment that has no end
end entity unfinished;
