/**
 * Waits until somebody looks. Browsers load pages in advance that may never be opened; no code is sent and no link
 * used up for those.
 */
export function whenShown(action: () => void): void {
  const isInAdvance = 'prerendering' in document && document.prerendering === true
  if (isInAdvance) document.addEventListener('prerenderingchange', action, { once: true })
  else action()
}
