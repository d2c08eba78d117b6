#ifndef EXAMPLES_EDIT_SHIM_H
#define EXAMPLES_EDIT_SHIM_H

#if defined(__has_include)
#if !__has_include(<histedit.h>)
#error "libedit's headers are missing. On Debian and Ubuntu: apt-get install libedit-dev. On Fedora: dnf install libedit-devel."
#endif
#endif

#include <histedit.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

/* el_set and history are variadic, which Swift does not import. */

static inline char *edit_prompt(EditLine *edit) {
    (void)edit;
    return (char *)"> ";
}

/* Prepares to edit lines on the terminal of standard input and output. The user's own keys are those of ~/.editrc. `read` reads the
   characters, and gets `client` by edit_client. */
static inline EditLine *edit_start(History *lines, int size, int (*read)(EditLine *, wchar_t *), void *client) {
    HistEvent event;
    EditLine *edit = el_init("superapp", stdin, stdout, stderr);
    if (edit == NULL) return NULL;
    history(lines, &event, H_SETSIZE, size);
    history(lines, &event, H_SETUNIQUE, 1);
    el_set(edit, EL_HIST, history, lines);
    el_set(edit, EL_PROMPT, edit_prompt);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(edit, NULL);
    el_set(edit, EL_CLIENTDATA, client);
    el_wset(edit, EL_GETCFN, read);
    return edit;
}

static inline void *edit_client(EditLine *edit) {
    void *client = NULL;
    el_get(edit, EL_CLIENTDATA, &client);
    return client;
}

/* Makes Ctrl-C a character, until libedit restores the mode at the end of the line: as a signal, it would come before or after the
   characters that were typed with it. */
static inline void edit_take_interrupts(void) {
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode) != 0 || mode.c_cc[VINTR] == (cc_t)_POSIX_VDISABLE) return;
    mode.c_cc[VINTR] = (cc_t)_POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

/* Has the terminal deliver keys, before the prompt asks for them: otherwise a Ctrl-D that is typed as soon as the prompt is seen is
   lost, since the terminal still takes it for the end of its own line. */
static inline void edit_take_keys(EditLine *edit) {
    el_set(edit, EL_PREP_TERM, 1);
    edit_take_interrupts();
}

/* Adds a line to the history. */
static inline void edit_remember(History *lines, const char *line) {
    HistEvent event;
    history(lines, &event, H_ENTER, line);
}

/* After the program was stopped and goes on: sets the terminal's mode again, and shows the line. */
static inline void edit_resume(EditLine *edit) {
    el_set(edit, EL_PREP_TERM, 0);
    edit_take_keys(edit);
    el_set(edit, EL_REFRESH);
}

#endif
