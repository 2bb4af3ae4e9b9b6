/** The name of a kind of message for staff: "Payment overdue" of the kind PaymentOverdueText. */
const titles: Record<string, string> = {
  LogInCode: 'Log-in code',
  LogInLink: 'Log-in link',
  DoneByStaff: 'Done by staff',
  OpenedByStaff: 'Opened by staff',
}

export function messageTitle({ kind, subject }: { kind: string | null; subject: string | null }): string {
  if (kind === null) return subject ?? 'Message'
  const words = kind
    .replace(/Text$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()
  return titles[kind] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** A mobile number is masked but for its last digits: "+61 *** *** 156". */
export function shownRecipient({
  channel,
  recipient,
}: {
  channel: 'sms' | 'email'
  recipient: string
}): string {
  if (channel === 'email') return recipient
  const country = /^\+(61|44)/.exec(recipient)?.[0] ?? ''
  return `${country} *** *** ${recipient.slice(-3)}`.trim()
}
