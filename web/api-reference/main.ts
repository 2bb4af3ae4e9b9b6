import '../ui/fonts.css'
import '../ui/tokens.css'
import '@scalar/api-reference/style.css'
import './api-reference.css'
import { createApiReference, type ApiReferenceConfiguration } from '@scalar/api-reference'
import { logoBox, logoShapes } from '../ui/logo/logo-shapes.ts'

/** Written into the page by `server/app/documentation`. */
type Settings = {
  documents: { title: string; slug: string; url: string }[]
  /** Not in production: a reference is no place from which to send real money. */
  canTry: boolean
}

/** Examples are for the command line and for JavaScript, one way each: more would only be more to choose from. */
const hiddenClients = {
  ...Object.fromEntries(
    'c clojure csharp dart fsharp go http java julia kotlin objc ocaml php powershell python r ruby rust swift'
      .split(' ')
      .map((language) => [language, true]),
  ),
  shell: ['httpie', 'wget'],
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  node: ['axios', 'ofetch', 'undici'],
} satisfies Partial<ApiReferenceConfiguration>['hiddenClients']

const { documents, canTry } = JSON.parse(element('settings').textContent) as Settings
drawLogo(element('logo'))
createApiReference(element('reference'), {
  sources: documents,
  theme: 'none',
  // Colours and fonts are ours, in api-reference.css, and follow the system.
  withDefaultFonts: false,
  hideDarkModeToggle: true,
  // Nothing is sent to anybody: no usage data, no assistant, no proxy, no other application.
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Whatever is typed to try something is forgotten with the page.
  persistAuth: false,
  hideTestRequestButton: !canTry,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients,
  defaultOpenFirstTag: false,
})

function drawLogo(place: HTMLElement): void {
  const height = 26
  const svg = shape('svg', {
    height,
    width: (height * logoBox.width) / logoBox.height,
    viewBox: `0 0 ${logoBox.width} ${logoBox.height}`,
    role: 'img',
    'aria-label': 'Larkwell',
  })
  svg.append(...logoShapes.map((each) => shape('path', each)))
  place.append(svg)
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found
}
