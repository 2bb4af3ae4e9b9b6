/** Longer than a dialog takes to fade out and to give the focus back to the button that opened it. */
const closedByMs = 400

/** The button that was pressed may be gone by now, and the focus with it: then it goes to what stays. */
export function regainFocus(place: { current: HTMLElement | null }): void {
  setTimeout(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, closedByMs)
}
