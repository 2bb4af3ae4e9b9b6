import { generatedParts } from './tables.ts'

/** A guide with its generated parts as the code has them now. */
export function fill(guide: string): string {
  return guide.replace(
    /(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)/gs,
    (_, before: string, name: string, after: string) => {
      const make = generatedParts[name]
      if (!make) throw new Error(`Nothing makes the table "${name}"`)
      return `${before}\n${make()}\n\n${after}`
    },
  )
}
