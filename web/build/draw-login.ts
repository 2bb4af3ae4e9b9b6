import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

const page = new URL('../app/draw-page.tsx', import.meta.url).pathname
const script = '/features/login/login-page.tsx'

/**
 * Writes login.html beside index.html: the same page with the log-in screen rendered, its styles linked and its
 * scripts preloaded. The server sends it for /login, so that it shows at once.
 */
export function drawLogin(): Plugin {
  return {
    name: 'draw-login',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') return
        const { module } = await runnerImport<{ drawnPage: string }>(page, {
          plugins: [react(), withoutStyles],
        })
        const source = String(index.source)
          .replace('<title>Larkwell</title>', '<title>Log in · Larkwell</title>')
          // Scripts get a low priority: the page shows without them.
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
          .replace('</head>', `  ${linksFor(bundle).join('\n    ')}\n  </head>`)
          .replace('<div id="root"></div>', `<div id="root">${module.drawnPage}</div>`)
        this.emitFile({ type: 'asset', fileName: 'login.html', source })
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

/** The log-in page's files that index.html does not name yet. */
function linksFor(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const login = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(script))
  if (!login) throw new Error(`${script} is not in the bundle`)
  const needed = [
    login,
    ...chunks.filter((chunk) => !chunk.isEntry && login.imports.includes(chunk.fileName)),
  ]
  return needed.flatMap((chunk) => [
    `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${chunk.fileName}">`,
    ...[...(chunk.viteMetadata?.importedCss ?? [])].map(
      (css) => `<link rel="stylesheet" crossorigin href="/${css}">`,
    ),
  ])
}
