import { readFileSync } from 'node:fs'
import { inProject } from './project.ts'

/** The JavaScript file of a package's command, to run it with our own Node instead of the shell's. */
export function programOf(packageName: string, command = packageName): string {
  const file = inProject('node_modules', packageName, 'package.json')
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}.`)
  return inProject('node_modules', packageName, path)
}
