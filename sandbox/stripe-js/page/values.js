export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

/** Only data can be sent to a frame: functions and elements are left out. */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

export function setStyle(element, style) {
  Object.assign(element.style, style)
  return element
}
