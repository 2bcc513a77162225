/// The texts that `--help` and `--version` print.
enum HelpText {
  static let version = "counter 0.1.0"

  static let help = """
    A counter that shows a reducer, its effects and their cancellation at work.

    usage: counter [options]

    options:
      --plain         one line per change, no escape codes; the default unless both
                      standard input and standard output are a terminal
      --fullscreen    draw on the alternate screen instead of below the prompt
      --no-color      no colour; NO_COLOR and TERM=dumb turn it off, too
      --facts URL     ask URL/<n> for the facts, over http or https; without it they
                      are built in and need no network
      --wait          at end of input, let effects finish first (default); a timer
                      that is on never finishes
      --no-wait       at end of input, cancel them
      --version       print the version
      --help          print this text

    keys:
      + or k     up                    t            timer on or off
      - or j     down                  r            reset
      f          a fact                l            show or hide the log
      c or Esc   cancel the fact       ?            show or hide the help
      Ctrl-Z     suspend               q or Ctrl-D  quit
                                       Ctrl-C       interrupt; twice: at once

    exit status:
      0    the end, asked for or reached      64   wrong command line
      74   the output cannot be written       129  after SIGHUP
      130  after Ctrl-C or SIGINT             143  after SIGTERM

    example:
      printf '++-q' | counter
    """
}
