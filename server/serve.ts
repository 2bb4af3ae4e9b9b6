import { existsSync } from 'node:fs'
import { failInSentences, ProgramFailure } from './platform/program-failure.ts'

failInSentences()
const built = new URL('dist/main.js', import.meta.url)
if (!existsSync(built)) throw new ProgramFailure('The server is not built yet: run `npm run build` first.')
await import(built.href)
