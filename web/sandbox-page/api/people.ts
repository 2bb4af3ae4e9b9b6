import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Account, Directory, Family, StaffMember } from './wire.ts'

export type Owner = { family: Family; account: Account }

/** The demo's families, guests and staff, as the portal knows them, and whose something is. */
export type People = Directory & {
  isLoaded: boolean
  /** Whom a message went to; several recipients of one mail are separated by a comma. */
  recipientOf: (to: string) => Family | StaffMember | undefined
  ownerOf: (accountId: string | undefined) => Owner | undefined
}

const plain = (address: string | null | undefined) =>
  (address ?? '').toLowerCase().replaceAll(/[^\w@.-]/g, '')

function withLookups(directory: Directory): People {
  const byAddress = new Map(
    [...directory.staff, ...directory.families]
      .flatMap((person) => [person.email, person.mobile].map((address) => [plain(address), person] as const))
      .filter(([address]) => address !== ''),
  )
  const byAccount = new Map(
    directory.families.flatMap((family) =>
      family.accounts.map((account) => [account.id, { family, account }] as const),
    ),
  )
  return {
    ...directory,
    isLoaded: true,
    recipientOf: (to) => byAddress.get(plain(to.split(',')[0])),
    ownerOf: (accountId) => (accountId === undefined ? undefined : byAccount.get(accountId)),
  }
}

const nobody: People = { ...withLookups({ families: [], guests: [], staff: [] }), isLoaded: false }

export function usePeople(): People {
  const { data = nobody } = useQuery({
    queryKey: ['people'],
    queryFn: () => call<Directory>('GET', '/people'),
    select: withLookups,
  })
  return data
}

export const messagesOf = ({ email }: { email: string }) => `/inbox?${new URLSearchParams({ words: email })}`
export const paymentsOf = ({ region, name }: Family) =>
  `/payments?${new URLSearchParams({ words: name, account: region })}`

/**
 * Opens the portal for somebody. The tab opens at once, because browsers block one that opens after an answer;
 * it goes to the address when that is known, and closes if there is none.
 */
export async function openPortal(path: string, whom: object, say: (text: string) => void): Promise<string> {
  const tab = window.open('', '_blank')
  say('Asking the portal for the code …')
  try {
    const { url } = await call<{ url: string }>('POST', path, whom)
    if (!tab) throw new Error('The browser did not open a new tab. Allow pop-ups for this page.')
    tab.opener = null
    tab.location.replace(url)
    return 'Opened in a new tab.'
  } catch (error) {
    tab?.close()
    throw error
  }
}
