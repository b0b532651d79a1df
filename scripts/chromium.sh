#!/bin/sh
# Prints the browser for tests and screenshots: $CHROMIUM, or what is installed.
for program in "$CHROMIUM" chromium-headless-shell chromium; do
	[ -n "$program" ] && command -v "$program" && exit
done
echo "No Chromium was found; install Debian's package chromium-headless-shell or chromium." >&2
exit 1
