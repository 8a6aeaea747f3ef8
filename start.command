#!/bin/sh
# A double click on a Mac: looks for Python and leaves the rest to start.py.
cd "$(dirname "$0")" || exit
for python in python3.14 python3.13 python3.12 python3.11 python3; do
  # Apple's own python3 is there before it is installed; then it fails.
  if "$python" --version >/dev/null 2>&1; then
    exec "$python" start.py "$@"
  fi
done
case "${LC_ALL:-$LANG}" in
  fr*) echo "Il faut Python 3.11 ou plus récent. Vous le trouvez sur https://www.python.org/downloads/ ; relancez ensuite." ;;
  de*) echo "Python 3.11 oder neuer wird gebraucht. Ihr bekommt es auf https://www.python.org/downloads/; startet danach noch einmal." ;;
  *) echo "Python 3.11 or newer is needed. Get it at https://www.python.org/downloads/ and start again." ;;
esac
exit 1
