/** The style properties a page may set; anything else is ignored. */
const properties = new Set(
  `backgroundColor color fontFamily fontSize fontStyle fontVariant fontWeight lineHeight letterSpacing
  textAlign padding textDecoration textShadow textTransform`.split(/\s+/),
)
const pseudos = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const states = { base: '', complete: '.is-complete', empty: '.is-empty', invalid: '.is-invalid' }

const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Rules are added through the CSSOM, because the frame's content policy forbids inline styles. */
export function applyFieldStyle(style = {}) {
  const sheet = new CSSStyleSheet()
  for (const [name, state] of Object.entries(states)) {
    const variant = style[name] ?? {}
    addRule(sheet, `.field${state} input`, variant)
    for (const pseudo of pseudos) {
      if (variant[pseudo]) addRule(sheet, `.field${state} input${pseudo}`, variant[pseudo])
    }
    if (variant.iconColor) addRule(sheet, `.field${state} .brand`, { color: variant.iconColor })
  }
  document.adoptedStyleSheets = [sheet]
}

function addRule(sheet, selector, declarations) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const [name, value] of Object.entries(declarations)) {
    if (properties.has(name)) rule.style.setProperty(kebab(name), String(value))
    if (name === 'fontSmoothing') rule.style.setProperty('-webkit-font-smoothing', String(value))
  }
}

/** Fonts that the page names by family and source; this frame loads them. */
export function loadFonts(fonts = []) {
  for (const { family, src, ...descriptors } of fonts) {
    if (!family || !src) continue
    const face = new FontFace(family, src, pick(descriptors, ['display', 'style', 'unicodeRange', 'weight']))
    document.fonts.add(face)
    // If a font does not load, the next family is used, as in any page.
    face.load().catch(() => undefined)
  }
}

const pick = (from, names) =>
  Object.fromEntries(names.filter((name) => from[name]).map((name) => [name, from[name]]))
