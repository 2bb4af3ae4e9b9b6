/** "Rosalind M.": enough to see whose fees these are. */
export function maskedName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = lastName.trim()
  return initial === undefined ? firstName : `${firstName} ${initial}.`
}

/** "Rosalind M.", of a name as it stands on a card or bank account; "M." where that is all there is. */
export function maskedHolder(name: string): string {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  if (others.length === 0) return firstName && `${Array.from(firstName)[0]}.`
  return maskedName({ firstName, lastName: others.at(-1) ?? '' })
}

/** "r***@demo.example": enough to recognise one's own address, too little to write to somebody else's. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [initial = ''] = email.slice(0, Math.max(at, 0))
  return `${initial}***${at < 0 ? '' : email.slice(at)}`
}

/** "ending 123": enough to know which of one's mobiles it is. */
export function maskedMobile(mobile: string): string {
  return `ending ${mobile.slice(-3)}`
}
