/** The first run of exactly six digits: a log-in code in a text message. */
export function findCode(text: string): string | undefined {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]
}

/** Web addresses in order of appearance, each once. */
export function findLinks(text: string, html = ''): string[] {
  const written = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  const linked = [...html.matchAll(/\bhref\s*=\s*(?:"(https?:[^"]*)"|'(https?:[^']*)')/gi)]
  const all = [
    ...linked.map((match) => (match[1] ?? match[2] ?? '').replace(/&(amp|#38|#x26);/gi, '&')),
    ...written.map((url) => url.replace(/[.,;:!?]+$/, '')),
  ]
  return [...new Set(all)]
}
