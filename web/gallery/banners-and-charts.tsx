import { planPaymentStatuses } from '#domain/plan/payment-schedule.ts'
import { Accordion } from '../ui/accordion/accordion.tsx'
import { BalanceChart } from '../ui/balance-chart/balance-chart.tsx'
import { Banner } from '../ui/banner/banner.tsx'
import { Button } from '../ui/button/button.tsx'
import { PaymentDots } from '../ui/payment-dots/payment-dots.tsx'
import { CalendarArt } from '../ui/spot-art/calendar.tsx'
import { ReviewArt } from '../ui/spot-art/review.tsx'
import { GallerySection } from './gallery-section.tsx'
import '../ui/card/card.css'
import '../ui/definition-list/definition-list.css'

/** A weekly plan of two months, with a payment of every status. */
const dots = ['05-04', '05-11', '05-18', '05-25', '06-01', '06-08', '06-15', '06-22', '06-29'].map(
  (day, place) => ({ date: `2026-${day}`, status: planPaymentStatuses[place] ?? 'ToCome' }),
)

/** As an estimate has them: none of them paid. */
const estimate = dots.map(({ date }) => ({ date, amount: 120.5, status: 'ToCome' as const }))
const running = dots.map(({ date }, place) => ({
  date,
  amount: 120.5,
  status: place < 4 ? ('Paid' as const) : ('ToCome' as const),
}))
const failed = dots.map((dot) => ({ ...dot, amount: 120.5 }))

export function BannersAndChartsGallery() {
  return (
    <div className="gallery__part">
      <GallerySection title="Banners">
        <Banner art={CalendarArt} title="Review your plan for 2027" action={<Button>Review plan</Button>}>
          Check the fees and payments before the plan begins.
        </Banner>
        <Banner art={ReviewArt} title="Sit tight while we review your details">
          We'll email you as soon as we're done.
        </Banner>
      </GallerySection>
      <GallerySection title="Payment dots">
        <div className="card">
          <PaymentDots dots={failed} region="AU" />
        </div>
      </GallerySection>
      <GallerySection title="Balance over the year">
        <div className="card">
          <BalanceChart payments={estimate} region="AU" />
        </div>
        <div className="card">
          <BalanceChart payments={running} region="AU" />
        </div>
        <div className="card">
          <BalanceChart payments={failed} region="AU" />
        </div>
      </GallerySection>
      <GallerySection title="Accordion">
        <div className="card">
          <Accordion title="Fee breakdown" isOpen>
            <dl className="dl dl--tight">
              <div>
                <dt>Tuition</dt>
                <dd>$6,240.00</dd>
              </div>
              <div>
                <dt>Scholarship (10%)</dt>
                <dd className="neg">−$624.00</dd>
              </div>
              <div className="dl__total">
                <dt>Total</dt>
                <dd>$5,616.00</dd>
              </div>
            </dl>
          </Accordion>
          <Accordion title="Earlier years">
            <p>Nothing yet.</p>
          </Accordion>
        </div>
      </GallerySection>
    </div>
  )
}
