/**
 * A token as a value, for a frame on another origin, which cannot read our tokens. The browser works it out where a
 * property uses it: a custom property itself reads as it is written, `light-dark(…)`.
 */
export function tokenValue(token: string, property: 'color' | 'boxShadow'): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style[property] = `var(${token})`
  const value = getComputedStyle(probe)[property]
  probe.remove()
  return value
}
