import type { IdentityReview } from '#contract/staff-reviews.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../../ui/card/card.tsx'
import { moment } from '../../foundation/format.ts'
import { Timeline } from '../../ui/timeline/timeline.tsx'

type Check = IdentityReview['checks'][number]

const titles: Record<Check['manner'], Record<Check['outcome'], string>> = {
  Automatic: {
    Pass: 'Confirmed by the issuer',
    Fail: 'Not confirmed by the issuer',
    Waiting: 'No reply from the issuer',
  },
  Manual: {
    Pass: 'Copy approved',
    Fail: 'Copy declined',
    Waiting: 'Copy uploaded, waiting for review',
  },
  CreditBody: {
    Pass: 'Confirmed by the credit bureau',
    Fail: 'Not confirmed by the credit bureau',
    Waiting: 'No reply from the credit bureau',
  },
}
const states = { Pass: 'done', Fail: 'fail', Waiting: 'now' } as const

/** Every try of this account, oldest first. */
export function Tries({ identity: { checks }, region }: { identity: IdentityReview; region: Region }) {
  return (
    <Card title="Previous attempts">
      <Timeline
        steps={checks.map(({ manner, outcome, at, reference, failure }) => {
          const detail = [failure && inWords(failure), reference && `ref. ${reference}`].filter(Boolean)
          return {
            title: titles[manner][outcome],
            ...(detail.length > 0 && { detail: detail.join(' · ') }),
            at: moment(at, region),
            state: states[outcome],
          }
        })}
      />
    </Card>
  )
}

/** "NO_MATCH" as issuers write it. What staff have written stays as it is. */
const inWords = (failure: string) =>
  /^[A-Z_]+$/.test(failure) ? `${failure[0]}${failure.slice(1).toLowerCase().replaceAll('_', ' ')}` : failure
