import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../../ui/page-header/page-header.css'
import '../../ui/split/split.css'
import './payment-methods.css'

/** The boxes of the loaded page, while not even its title can be known: it may be the list or the form. */
export function PaymentMethodsSkeleton() {
  return (
    <>
      <h1 className="sr">Payment preferences</h1>
      <div className="skeleton__bones" aria-hidden="true">
        <div className="page-header">
          <div className="page-header__text methods-bones__head">
            <Bone width="min(320px, 90%)" height={32} />
            <Bone width="min(350px, 100%)" height={16} />
          </div>
        </div>
      </div>
      <PageNotice />
      <MethodsSkeleton />
    </>
  )
}

const rows = ['first', 'second']
const fields = ['biller code', 'reference']

/** The part below the title. */
export function MethodsSkeleton() {
  return (
    <Skeleton label="Loading your payment methods">
      <div className="split">
        <div className="card card--flush">
          <div className="card__head methods__head">
            <Bone width="150px" height={20} />
            <Bone width="110px" height={36} />
          </div>
          <ul className="methods">
            {rows.map((row) => (
              <li key={row} className="method">
                <Bone width="52px" height={36} />
                <span className="rowtext">
                  <Bone width="min(160px, 100%)" height={20} />
                  <Bone width="min(230px, 100%)" height={16} top={6} />
                </span>
                <span className="method__end">
                  <Bone width="110px" height={36} />
                </span>
              </li>
            ))}
          </ul>
        </div>
        <div className="card split__aside">
          <Bone width="210px" height={20} />
          <Bone width="80%" height={16} top={24} />
          {fields.map((field, index) => (
            <Bone key={field} height={64} top={index === 0 ? 24 : 10} />
          ))}
          <Bone height={44} top={16} />
        </div>
      </div>
    </Skeleton>
  )
}
