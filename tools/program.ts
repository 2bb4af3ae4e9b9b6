import { readFileSync } from 'node:fs'
import { inProject } from './project.ts'

/** The JavaScript file behind a package's command, to be run by our own Node whatever the shell would find. */
export function programOf(packageName: string, command = packageName): string {
  const file = inProject('node_modules', packageName, 'package.json')
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}.`)
  return inProject('node_modules', packageName, path)
}
