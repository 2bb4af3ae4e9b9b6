/**
 * Mail providers that families in Australia and the United Kingdom use, and that are long enough to tell a typing mistake
 * from another domain: "aon.com" is no mistyped "aol.com".
 */
const providers = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.com.au',
  'live.com.au',
  'live.co.uk',
  'yahoo.com',
  'yahoo.com.au',
  'yahoo.co.uk',
  'icloud.com',
  'protonmail.com',
  'bigpond.com',
  'bigpond.net.au',
  'optusnet.com.au',
  'iinet.net.au',
  'westnet.com.au',
  'dodo.com.au',
  'btinternet.com',
  'btopenworld.com',
  'virginmedia.com',
  'ntlworld.com',
  'talktalk.net',
  'blueyonder.co.uk',
]

/** Domains that exist although they look like a mistake. */
const lookAlikes = [
  'mail.com',
  'email.com',
  'ymail.com',
  'hotmail.com.au',
  'bigpond.com.au',
  'outlook.com.ar',
  'yahoo.com.ar',
]

/** Mistakes that are further off than one letter. */
const mistakes: Record<string, string> = {
  'gmail.com.au': 'gmail.com',
  'gmail.co.uk': 'gmail.com',
  'icloud.com.au': 'icloud.com',
  'icloud.co.uk': 'icloud.com',
}

/** The address that was probably meant, where the domain is one letter away from a common one. Only a suggestion. */
export function suggestedEmail(email: string): string | null {
  const [, name = '', domain = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (name === '' || [...providers, ...lookAlikes].includes(domain)) return null
  const meant = mistakes[domain] ?? providers.find((provider) => isOneLetterOff(domain, provider))
  return meant === undefined ? null : `${name}@${meant}`
}

/** One letter is missing, too many or another one, or two neighbours have changed places. */
function isOneLetterOff(typed: string, meant: string): boolean {
  const first = meant.split('').findIndex((letter, index) => letter !== typed[index])
  const at = first === -1 ? meant.length : first
  const [typedRest, meantRest] = [typed.slice(at), meant.slice(at)]
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    (typedRest !== '' && typedRest.slice(1) === meantRest.slice(1)) ||
    (typedRest.length > 1 &&
      typedRest[0] === meantRest[1] &&
      typedRest[1] === meantRest[0] &&
      typedRest.slice(2) === meantRest.slice(2))
  )
}
