import { withdrawalWords, type WithdrawalStatus } from '#domain/withdrawals.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'

type Look = { tone: BadgeTone; glyph: string }

export const looks: Record<WithdrawalStatus, Look> = {
  Unconfirmed: { tone: 'info', glyph: 'glyph glyph--blue' },
  Pending: { tone: 'caution', glyph: 'glyph glyph--gold' },
  Approved: { tone: 'info', glyph: 'glyph glyph--blue' },
  Paid: { tone: 'success', glyph: 'glyph' },
  Declined: { tone: 'error', glyph: 'glyph glyph--pink' },
  Cancelled: { tone: 'neutral', glyph: 'glyph glyph--mute' },
}

export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  return <Badge tone={looks[status].tone}>{withdrawalWords[status]}</Badge>
}
