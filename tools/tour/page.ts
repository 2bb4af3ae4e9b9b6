import type { Stop } from './stops.ts'

/** docs/tour.md, which is written by `npm run tour` only. */
export function tourPage(stops: Stop[]): string {
  const sections = stops.map(
    ({ picture, title, text, isPhone }, index) => `## ${index + 1}. ${title}

${text}

<img src="tour/${picture}.png" alt="${title}" width="${isPhone ? 320 : 900}">
`,
  )
  return `# A tour of Larkwell

Pictures of the demo as \`npm start\` shows it. \`npm run tour\` takes them again and writes this page.

${sections.join('\n')}`
}
