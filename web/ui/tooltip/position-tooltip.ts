/** The distance to the edges of the screen and to the anchor. */
const gap = 8

/** Above and centred where there is room, otherwise below or shifted: it never leaves the screen. */
export function positionTooltip(anchor: HTMLElement, box: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const middle = at.left + at.width / 2
  const widest = document.documentElement.clientWidth - gap - box.offsetWidth
  const left = Math.max(gap, Math.min(middle - box.offsetWidth / 2, widest))
  const isBelow = at.top - gap - box.offsetHeight < gap
  box.style.left = `${left}px`
  box.style.top = `${isBelow ? at.bottom + gap : at.top - gap - box.offsetHeight}px`
  box.style.setProperty('--arrow', `${middle - left}px`)
  box.classList.toggle('tip__box--below', isBelow)
}
