import type { Region } from '#domain/region.ts'

/**
 * What the page reads of the sandbox's replies. The sandbox shares no code with us, so the types are written here, and
 * `wire.test.ts` compares them with its own.
 */
export type NextPayment = { at: string; amountMinor: number; currency: string; method: string }

export type Account = {
  id: string
  shortId: string
  school: string
  students: string[]
  isActive: boolean
  setUp: string | null
  bpay: { billerCode: string; reference: string; amount: string } | null
  nextPayment: NextPayment | null
}

type Person = { email: string; name: string; mobile: string | null }

export type Family = Person & { region: Region; group: string; shows: string; accounts: Account[] }

export type Guest = { url: string; shows: string; family: string; school: string }

export type StaffMember = Person & { role: string; may: string; command: string }

export type Directory = {
  families: Family[]
  guests: Guest[]
  staff: StaffMember[]
  /** Why there is nobody. */
  reason?: string
}

export type Message = {
  id: string
  seq: number
  kind: 'sms' | 'email'
  to: string
  from: string
  at: string
  text: string
  links: string[]
  status?: string
  code?: string
  subject?: string
  html?: string
  attachments?: { filename: string; size: number }[]
}

export type Rule = {
  id: string
  provider: string
  method?: string
  path?: string
  match?: string
  times: number
  left: number
  until?: string
  action: string
  after?: boolean
}

export type ReceivedRequest = {
  seq: number
  at: string
  provider: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  status: number | null
  reply: string
  ms: number
  fault?: string
}

export type Delivery = {
  event: string
  type: string
  account: Region
  url: string
  status: 'queued' | 'held' | 'delivered' | 'failed' | 'lost'
  attempts: { at: string; status: number | null; error?: string; signature: string }[]
  fault?: string
}

/** Which fields there are beside the kind depends on it. */
export type Outcome = {
  kind: string
  code?: string
  afterwards?: string
  reason?: string
  endsMandate?: boolean
}

type TestDatum = { number: string; outcome: Outcome; names: string[] }
export type TestCard = TestDatum & { brand: string; funding: string; country: string }
export type TestAccount = TestDatum & { type: 'bacs_debit' | 'au_becs_debit'; isQuick?: boolean }
