/** One text message holds 160 characters of the alphabet of the networks; one foreign character leaves room for 70. */
export const textMessageLength = 160

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

export function isPlain(text: string): boolean {
  return text.split('').every((character) => gsm.includes(character))
}

/** Shortens a long name, never the text around it, so that the message fits. */
export function fitName(before: string, name: string, after: string): string {
  const plain = plainWords(name)
  const room = textMessageLength - before.length - after.length
  const fits = plain.length <= room || room < shortestName
  return before + (fits ? plain : `${plain.slice(0, room - 3).trimEnd()}...`) + after
}

/**
 * The last line of a text message with a code: it binds the code to the site it is for, so that phones offer to fill it
 * in there and nowhere else ("origin-bound one-time codes").
 */
export function autofillLine(code: string, portalOrigin: string): string {
  return `\n@${new URL(portalOrigin).hostname} #${code}`
}

/** A name cut shorter than this is useless: then the message has two parts instead. */
const shortestName = 10

function plainWords(text: string): string {
  const simpler = text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  return simpler.replace(/./gu, (character) =>
    isPlain(character) ? character : character.normalize('NFD').replace(/\p{M}/gu, ''),
  )
}
