import { HttpError } from './http-error.ts'

export type NextPayment = {
  /** When the server collects it. */
  at: string
  /** When the family is told of it; null once it has been told. Without that, nothing is collected. */
  noticeAt: string | null
  date: string
  /** With the surcharge. */
  amountMinor: number
  currency: 'aud' | 'gbp'
  method: string
}

export type Account = {
  id: string
  shortId: string
  school: string
  students: string[]
  isActive: boolean
  /** What the family still has to do before the account can be used; null when that is done. */
  setUp: string | null
  /** With what is asked for next, as in 120.50; empty where nothing is. */
  bpay: { billerCode: string; reference: string; amount: string } | null
  nextPayment: NextPayment | null
}

export type Family = {
  email: string
  name: string
  mobile: string | null
  region: 'AU' | 'UK'
  group: string
  shows: string
  accounts: Account[]
}

export type StaffMember = {
  email: string
  name: string
  mobile: string | null
  role: string
  may: string
  /** Logs them in on the command line. */
  command: string
}

/** Who there is to log in as. Somebody else knows: the sandbox has no list of customers. */
export type Directory = {
  portalUrl: string
  families: Family[]
  guests: { url: string; shows: string; family: string; school: string }[]
  staff: StaffMember[]
}

export type ReadDirectory = () => Promise<Directory>

const patienceMs = 20_000

/** Without a URL, or with one that nobody answers at, it says why there is no list. */
export function directoryAt(url: string | undefined): ReadDirectory {
  return async () => {
    if (!url) throw new HttpError(404, 'This sandbox was started without a list of families (DIRECTORY_URL).')
    const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)
    if (!reply?.ok)
      throw new HttpError(503, 'The list of families does not answer. Is Larkwell still starting?')
    return (await reply.json()) as Directory
  }
}
