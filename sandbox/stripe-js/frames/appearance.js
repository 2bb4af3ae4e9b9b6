const themes = {
  stripe: {
    colorPrimary: '#0570de',
    colorBackground: '#ffffff',
    colorText: '#30313d',
    colorTextSecondary: '#5f6270',
    colorTextPlaceholder: '#6f7280',
    colorDanger: '#c4122f',
    border: '1px solid #b9bec9',
    shadow: '0 1px 1px rgb(0 0 0 / 0.03), 0 3px 6px rgb(18 42 66 / 0.02)',
  },
  night: {
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#c3c6d1',
    colorTextPlaceholder: '#a5a8b5',
    colorDanger: '#fe87a1',
    border: '1px solid #6a6d82',
    shadow: '0 2px 4px rgb(0 0 0 / 0.3)',
  },
  flat: {
    colorPrimary: '#0570de',
    colorBackground: '#f1f1f1',
    colorText: '#30313d',
    colorTextSecondary: '#5f6270',
    colorTextPlaceholder: '#676a76',
    colorDanger: '#c4122f',
    border: '1px solid transparent',
    shadow: 'none',
  },
}
const sizes = {
  borderRadius: '5px',
  spacingUnit: '4px',
  fontSizeBase: '16px',
  fontWeightNormal: '400',
  fontWeightMedium: '500',
  fontLineHeight: '1.4',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
}

const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The parts and states a page may style, with anything except URLs. */
const selector =
  /^(?:\.(?:Input|Label|Error|Tab|TabLabel|Block|Text|TermsText)(?:--\w+)?(?::{1,2}[a-z-]+)?(?:\s*,\s*)?)+$/

/** The page's appearance: a theme, variables on top of it, and rules on top of both. */
export function applyAppearance({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const look = { ...sizes, ...(themes[theme] ?? themes.stripe), ...variables }
  const sheet = new CSSStyleSheet()
  declare(sheet, ':root', look, (name) => `--${kebab(name)}`)
  for (const [parts, declarations] of Object.entries(rules)) {
    if (selector.test(parts)) declare(sheet, parts, declarations, kebab)
  }
  document.adoptedStyleSheets = [sheet]
  document.documentElement.classList.toggle('is-dark', isDarkColour(look.colorBackground))
}

function declare(sheet, parts, declarations, nameOf) {
  let rule
  try {
    rule = sheet.cssRules[sheet.insertRule(`${parts} {}`, sheet.cssRules.length)]
  } catch {
    return
  }
  for (const [name, value] of Object.entries(declarations)) {
    if (!/url\(/i.test(String(value))) rule.style.setProperty(nameOf(name), String(value))
  }
}

/** Menus drawn by the browser must match the colours around them. */
function isDarkColour(colour) {
  const probe = document.createElement('i')
  probe.style.color = colour
  document.body.append(probe)
  const [red = 255, green = 255, blue = 255] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(
    Number,
  )
  probe.remove()
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}
