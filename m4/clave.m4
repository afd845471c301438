# SPDX-License-Identifier: GPL-3.0-or-later
#
# What configure asks of the machine.  Each probe sets NAME_CFLAGS and
# NAME_LIBS, leaves CPPFLAGS and LIBS as they were, and ends in a message
# that says what to install.

# CLAVE_SWITCH(NAME, HELP)
# --enable-NAME, default no; the shell variable enable_NAME is yes or no.
AC_DEFUN([CLAVE_SWITCH], [
    AC_ARG_ENABLE([$1], [AS_HELP_STRING([--enable-$1], [$2])],
                  [AS_IF([test "x$enableval" = xno],
                         [enable_$1=no], [enable_$1=yes])],
                  [enable_$1=no])
])

# CLAVE_SWITCHES
# Sets DEV_CPPFLAGS, DEV_CFLAGS and DEV_LDFLAGS and the conditional ASAN.
AC_DEFUN([CLAVE_SWITCHES], [
    CLAVE_SWITCH([debug], [compile assertions in])
    CLAVE_SWITCH([asan], [use the address sanitizer (needs debug)])
    CLAVE_SWITCH([ubsan], [use the undefined behaviour sanitizer (needs debug)])
    CLAVE_SWITCH([gcov], [measure coverage (needs debug)])
    CLAVE_SWITCH([werror], [treat warnings as errors])

    AS_IF([test $enable_debug = no &&
           test "$enable_asan$enable_ubsan$enable_gcov" != nonono],
          [AC_MSG_ERROR([--enable-asan, --enable-ubsan and --enable-gcov need --enable-debug])])

    DEV_CPPFLAGS= DEV_CFLAGS= DEV_LDFLAGS=
    AS_IF([test $enable_debug = yes],
          [DEV_CPPFLAGS=-DDEBUG], [DEV_CPPFLAGS=-DNDEBUG])
    AS_IF([test $enable_asan = yes], [
        DEV_CFLAGS="$DEV_CFLAGS -fsanitize=address -fno-omit-frame-pointer"
        DEV_LDFLAGS="$DEV_LDFLAGS -fsanitize=address"])
    AS_IF([test $enable_ubsan = yes], [
        DEV_CFLAGS="$DEV_CFLAGS -fsanitize=undefined -fno-sanitize-recover=all"
        DEV_LDFLAGS="$DEV_LDFLAGS -fsanitize=undefined"])
    AS_IF([test $enable_gcov = yes], [
        DEV_CFLAGS="$DEV_CFLAGS --coverage"
        DEV_LDFLAGS="$DEV_LDFLAGS --coverage"])
    AC_SUBST([DEV_CPPFLAGS])
    AC_SUBST([DEV_CFLAGS])
    AC_SUBST([DEV_LDFLAGS])
    AM_CONDITIONAL([ASAN], [test $enable_asan = yes])
])

# CLAVE_TRY_CFLAG(FLAG)
# Appends FLAG to WARN_CFLAGS when the compiler takes it without complaint.
AC_DEFUN([CLAVE_TRY_CFLAG], [
    AS_VAR_PUSHDEF([cached], [clave_cv_cflag_$1])
    AC_CACHE_CHECK([whether $CC takes $1], [cached], [
        clave_save_CFLAGS=$CFLAGS
        CFLAGS="$CFLAGS -Werror $1"
        AC_COMPILE_IFELSE([AC_LANG_PROGRAM],
                          [AS_VAR_SET([cached], [yes])],
                          [AS_VAR_SET([cached], [no])])
        CFLAGS=$clave_save_CFLAGS])
    AS_VAR_IF([cached], [yes], [WARN_CFLAGS="$WARN_CFLAGS $1"])
    AS_VAR_POPDEF([cached])
])

AC_DEFUN([CLAVE_WARNINGS], [
    WARN_CFLAGS=
    m4_foreach_w([flag], [-Wall -Wextra -Wshadow -Wstrict-prototypes
            -Wmissing-prototypes -Wold-style-definition -Wpointer-arith
            -Wwrite-strings -Wvla -Wundef -Wformat=2 -Wno-format-nonliteral
            -Wcast-align
            -Wimplicit-fallthrough -Wlogical-op -Wduplicated-cond],
        [CLAVE_TRY_CFLAG(flag)])
    AS_IF([test $enable_werror = yes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
    AC_SUBST([WARN_CFLAGS])
])

# CLAVE_PKG(NAME, MODULE, DEBIAN-PACKAGE)
AC_DEFUN([CLAVE_PKG], [
    PKG_CHECK_MODULES([$1], [$2], [],
        [AC_MSG_ERROR([$2 was not found by pkg-config: install $3])])
])

# CLAVE_CHECK
# Tests need Check; a plain build does not.
AC_DEFUN([CLAVE_CHECK], [
    PKG_CHECK_MODULES([CHECK], [check >= 0.15],
                      [have_check=yes], [have_check=no])
    AS_IF([test "$have_check$enable_debug" = noyes],
          [AC_MSG_ERROR([--enable-debug needs Check: install check])])
    AM_CONDITIONAL([HAVE_CHECK], [test $have_check = yes])
])

# CLAVE_FIND_LIB(PREFIX, NAME, RESULT)
# How to link -lNAME out of PREFIX.  The archive goes first: a program that
# has it inside survives the removal of the prefix.
AC_DEFUN([CLAVE_FIND_LIB], [
    AS_CASE([$1],
        [yes], [$3=-l$2],
        [AS_IF([test -f "$1/lib/lib$2.a"],
               [$3="$1/lib/lib$2.a"],
               [$3="-L$1/lib -Wl,-rpath,$1/lib -l$2"])])
])

# CLAVE_LINK(NAME, INCLUDES, BODY, MESSAGE)
# One program with NAME_CFLAGS and NAME_LIBS; if it does not link, MESSAGE.
AC_DEFUN([CLAVE_LINK], [
    AC_MSG_CHECKING([for $1])
    clave_save_CPPFLAGS=$CPPFLAGS
    clave_save_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $$1_CFLAGS"
    LIBS="$$1_LIBS $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([$2], [$3])],
                   [AC_MSG_RESULT([$$1_LIBS])],
                   [AC_MSG_RESULT([no])
                    AC_MSG_ERROR([$4; config.log has the details])])
    CPPFLAGS=$clave_save_CPPFLAGS
    LIBS=$clave_save_LIBS
    AC_SUBST([$1_CFLAGS])
    AC_SUBST([$1_LIBS])
])

AC_DEFUN([CLAVE_CUDD], [
    AC_ARG_WITH([cudd], [AS_HELP_STRING([--with-cudd=PREFIX],
                [where CUDD 3.0.0 is installed])], [], [with_cudd=yes])
    AC_SUBST([with_cudd])
    CUDD_CFLAGS=
    AS_IF([test "x$with_cudd" != xyes], [CUDD_CFLAGS="-I$with_cudd/include"])
    CLAVE_FIND_LIB([$with_cudd], [cudd], [CUDD_LIBS])
    CUDD_LIBS="$CUDD_LIBS -lm"
    CLAVE_LINK([CUDD],
        [[#include <stdio.h>
          #include <cudd.h>]],
        [[DdManager *dd = Cudd_Init(0, 0, CUDD_UNIQUE_SLOTS,
                                    CUDD_CACHE_SLOTS, 0);
          Cudd_RegisterOutOfMemoryCallback(dd, NULL);
          Cudd_Quit(dd);]],
        [CUDD 3.0.0 was not found: run ./bootstrap, which builds it, or give --with-cudd=PREFIX])
])

# The static order is yices, cudd, poly, gmp: Yices calls all of them.
AC_DEFUN([CLAVE_YICES], [
    AC_REQUIRE([CLAVE_CUDD])
    AC_ARG_WITH([yices], [AS_HELP_STRING([--with-yices=PREFIX],
                [where Yices 2.6.4 and libpoly are installed])],
                [], [with_yices=yes])
    AC_SUBST([with_yices])
    YICES_CFLAGS=
    AS_IF([test "x$with_yices" != xyes],
          [YICES_CFLAGS="-I$with_yices/include"])
    CLAVE_FIND_LIB([$with_yices], [yices], [YICES_LIBS])
    AS_CASE([$YICES_LIBS], [*.a], [
        CLAVE_FIND_LIB([$with_yices], [poly], [clave_poly])
        YICES_LIBS="$YICES_LIBS $CUDD_LIBS $clave_poly"])
    YICES_LIBS="$YICES_LIBS $GMP_LIBS"
    CLAVE_LINK([YICES],
        [[#include <stdio.h>
          #include <gmp.h>
          #include <yices.h>
          #if __YICES_VERSION * 10000 + __YICES_VERSION_MAJOR * 100 \
              + __YICES_VERSION_PATCHLEVEL < 20604
          #error "Yices is older than 2.6.4"
          #endif]],
        [[yices_init();
          return yices_has_mcsat();]],
        [Yices 2.6.4 or newer (with libpoly) was not found: run ./bootstrap, which builds it, or give --with-yices=PREFIX])
])

# libghdl, and GHDL_PREFIX: the folder above vhdl/ with the ieee libraries.
AC_DEFUN([CLAVE_GHDL], [
    AC_ARG_WITH([ghdl-prefix], [AS_HELP_STRING([--with-ghdl-prefix=DIR],
                [the folder above vhdl/ (default: ask ghdl --disp-config)])])
    AC_PATH_PROG([GHDL], [ghdl])
    AC_MSG_CHECKING([for the libraries of GHDL])
    GHDL_PREFIX=$with_ghdl_prefix
    AS_IF([test -z "$GHDL_PREFIX" && test -n "$GHDL"],
          [GHDL_PREFIX=`"$GHDL" --disp-config 2>&AS_MESSAGE_LOG_FD |
                        sed -n 's/^library prefix: *//p'`])
    AS_IF([test -n "$GHDL_PREFIX" && test -d "$GHDL_PREFIX/vhdl"],
          [AC_MSG_RESULT([$GHDL_PREFIX])],
          [AC_MSG_RESULT([no])
           AC_MSG_ERROR([no folder vhdl/ in "$GHDL_PREFIX": install ghdl-mcode, or give --with-ghdl-prefix=DIR])])
    AC_SUBST([GHDL_PREFIX])

    GHDL_CFLAGS=
    GHDL_LIBS=-lghdl
    CLAVE_LINK([GHDL],
        [[void libghdl_init(void);]], [[libghdl_init();]],
        [libghdl was not found: install libghdl-dev])
])
