import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Card } from '../../ui/card/card.tsx'
import { moment } from '../foundation/format.ts'
import { ReviewFiles } from './review-files.tsx'
import '../ui/quote/quote.css'

/** The family's own words, and what it has sent with them. */
export function FamilySays({ review }: { review: ReviewPage }) {
  const { says, files, region } = review
  const hasFiles = files.length > 0 && review.kind !== 'Invoice'
  if (!says && !hasFiles) return null
  return (
    <Card
      title={says ? 'The family says' : 'The family has sent'}
      aside={says && <time className="xs muted">{moment(says.at, region)}</time>}
    >
      <div className={says && hasFiles ? 'says says--with-files' : 'says'}>
        {says && <p className="quote">{says.text}</p>}
        {hasFiles && <ReviewFiles review={review} />}
      </div>
    </Card>
  )
}
