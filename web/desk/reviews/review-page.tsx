import { useParams } from 'wouter'
import type { ReviewPage as Review } from '#contract/staff-review-page.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { useRead } from '../foundation/read.ts'
import { useMay } from '../foundation/session.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { ReviewScreen } from './review-screen.tsx'

/** Others decide too: what is on the screen is read again now and then. */
const refetchEveryMs = 15_000

/** One question that people decide. */
export function ReviewPage() {
  const { reviewId } = useParams<{ reviewId: string }>()
  const mayDecide = useMay('operations')
  const query = useRead(
    'GET /api/staff/reviews/:reviewId',
    { params: { reviewId } },
    { refetchEveryMs, isOff: !mayDecide },
  )
  if (mayDecide && query.data) return <ReviewScreen key={query.data.id} review={query.data} />
  return (
    <Page title="Review" crumbs={[{ name: 'Today', href: '/' }, { name: 'Review' }]}>
      {mayDecide ? (
        <Loaded<Review> query={query} label="Loading the review" skeleton={<ReviewBones />}>
          {() => null}
        </Loaded>
      ) : (
        <Alert variant="info" title="Only Operations can decide reviews">
          Ask someone in Operations to review it.
        </Alert>
      )}
    </Page>
  )
}

function ReviewBones() {
  return (
    <div className="duo review-duo">
      <div className="pile">
        <div className="card">
          <Bone width="60%" height={20} />
        </div>
        <div className="card">
          {[90, 70, 80, 60, 85].map((width) => (
            <Bone key={width} width={`${width}%`} height={20} />
          ))}
        </div>
      </div>
      <div className="card">
        <Bone width="100%" height={200} />
      </div>
    </div>
  )
}
