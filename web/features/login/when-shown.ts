/**
 * Waits until the page is visible. Browsers prerender pages that may never be opened; those must not send a code or
 * use up a link.
 */
export function whenShown(action: () => void): void {
  const isInAdvance = 'prerendering' in document && document.prerendering === true
  if (isInAdvance) document.addEventListener('prerenderingchange', action, { once: true })
  else action()
}
