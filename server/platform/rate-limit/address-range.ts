import { isIPv6 } from 'node:net'

/**
 * What one party holds of the internet: an IPv4 address, or the first half of an IPv6 address, since every household
 * gets that many and can change the other half at will. IPv4 written as IPv6 is the IPv4 address.
 */
export function addressRange(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, inHex).split('::')
  const numbers = (part: string) =>
    part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

function inHex(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const bytesOf = (group: number) => [group >> 8, group & 255]
