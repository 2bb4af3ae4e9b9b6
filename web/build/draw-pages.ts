import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, runnerImport, type Plugin, type Rolldown } from 'vite'
import type { FirstPaint } from '../first-paint/first-paint.ts'
import { drawnPages, fileOf, type DrawnPage } from '../first-paint/drawn-pages.ts'

const moduleAt = (path: string) => join(import.meta.dirname, '..', path)

/**
 * Writes a page of its own for each of the drawn pages: index.html with what the page shows first, its styles inside and
 * its bundles preloaded. The server sends it, so that the page shows before any script has run.
 */
export function drawPages(): Plugin {
  return {
    name: 'draw-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') return
        const atEnd = await inlineScript('/first-paint/early-page.ts')
        const plain = replaced(String(index.source), ['</body>', `${atEnd}</body>`])
        index.source = plain
        const atStart = await inlineScript('/first-paint/early-calls.ts')
        const { module } = await runnerImport<{ markup: Record<string, string> }>(
          moduleAt('/first-paint/draw-pages.tsx'),
          {
            plugins: [react(), withoutStyles],
          },
        )
        for (const page of drawnPages) {
          const source = withPage(plain, atStart, page, bundle, module.markup[page.path] ?? '')
          this.emitFile({ type: 'asset', fileName: fileOf(page), source })
        }
      },
    },
  }
}

/** Rendering needs only the markup. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? '' : undefined),
}

async function inlineScript(path: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: moduleAt(path), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return `<script>${output[0].code.trim()}</script>`
}

function withPage(
  html: string,
  script: string,
  { title, whom, calls, parts }: DrawnPage,
  bundle: Rolldown.OutputBundle,
  drawn: string,
): string {
  const { markup, rules } = withClasses(drawn)
  const chunks = chunksOf(bundle, parts)
  const files = [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))]
  const firstPaint: FirstPaint = {
    whom,
    calls,
    bundles: chunks.filter((chunk) => !chunk.isEntry).map((chunk) => `/${chunk.fileName}`),
    styles: files.map((name) => `/${name}`),
  }
  const data = `<script type="application/json" id="first-paint">${JSON.stringify(firstPaint)}</script>`
  const style = `<style>${files.map((name) => textOf(bundle, name)).join('')}${rules}</style>`
  const changes: [from: string, to: string][] = [
    ['<title>Larkwell</title>', `<title>${title} · Larkwell</title>`],
    ['<script type="module"', `${data}\n    ${script}\n    <script type="module"`],
    ['</head>', `  ${style}\n  </head>`],
    ['<div id="root"></div>', `<div id="root" data-drawn>${markup}</div>`],
    // Without scripts nothing could replace what is drawn.
    ['<noscript>', '<noscript><style>#root{display:none}</style>'],
  ]
  return changes.reduce(replaced, html.replace(/ *<link rel="stylesheet"[^>]*>\n/g, ''))
}

function replaced(html: string, [from, to]: [from: string, to: string]): string {
  if (!html.includes(from)) throw new Error(`index.html has no ${from}`)
  return html.replace(from, () => to)
}

/** The bundles of some modules with all that they import, the one that every page starts with first. */
function chunksOf(bundle: Rolldown.OutputBundle, parts: readonly string[]): Rolldown.OutputChunk[] {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    for (const name of chunk.imports) add(all.find(({ fileName }) => fileName === name))
    found.add(chunk)
  }
  add(all.find(({ isEntry }) => isEntry))
  for (const part of parts) {
    const chunk = all.find((each) => Object.keys(each.modules).some((id) => id === moduleAt(part)))
    if (!chunk) throw new Error(`${part} is not in the bundle`)
    add(chunk)
  }
  return [...found]
}

function textOf(bundle: Rolldown.OutputBundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`${name} is not in the bundle`)
  return String(file.source).trim()
}

/** The page's policy allows no style attributes: each becomes a class of its own. */
function withClasses(drawn: string): { markup: string; rules: string } {
  const styles: string[] = []
  const markup = drawn.replace(/ class="([^"]*)" style="([^"]*)"/g, (_, classes: string, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` class="${classes} drawn-${styles.indexOf(style)}"`
  })
  if (markup.includes(' style="')) throw new Error('A drawn page has a style attribute without a class')
  return { markup, rules: styles.map((style, index) => `.drawn-${index}{${style}}`).join('') }
}
