import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { drawnPath } from './drawn-path.ts'
import { preload } from './routes.tsx'

await preload(drawnPath)

/** Used by the build only, never in a browser. */
export const drawnPage = renderToString(<App drawnPath={drawnPath} />)
