import { Link } from 'wouter'
import type { AccountConfig } from '#contract/accounts.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Banner } from '../../ui/banner/banner.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { ArrowRightIcon } from '../../ui/icon/arrow-right.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { IdArt } from '../../ui/spot-art/id.tsx'
import { ReviewArt } from '../../ui/spot-art/review.tsx'
import { SplitArt } from '../../ui/spot-art/split.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import '../../ui/card/card.css'

type Look = 'primary' | 'secondary'

type SwitchBannerProps = { change: NonNullable<AccountConfig['productChange']>; mainLook: Look }

/** The status of a switch to instalments. */
export function SwitchBanner({ change, mainLook }: SwitchBannerProps) {
  switch (change.status) {
    case 'VerifyYourDetails':
      return <Invitation look={mainLook} />
    case 'Processing':
      return (
        <Banner art={ReviewArt} title="We're processing your switch">
          Nothing to do. We'll email you when it's done.
        </Banner>
      )
    case 'VerifyYourIdentity':
      return (
        <Banner
          art={IdArt}
          title="Verify your identity"
          action={
            <ButtonLink look={mainLook} href="/verify-identity">
              Verify identity
            </ButtonLink>
          }
        >
          We need your driver's licence or passport to finish your switch.
        </Banner>
      )
    case 'Completed':
      return change.frequency ? (
        <Banner art={SuccessArt} title={`You're now paying ${frequencyWord(change.frequency).toLowerCase()}`}>
          Your switch is complete.
        </Banner>
      ) : null
  }
}

/** While shown, this is the page's dark panel. */
function Invitation({ look }: { look: Look }) {
  return (
    <section className="card panel switch" aria-labelledby="switch">
      <PanelArt />
      <div className="switch__text stack stack--8 stack--start">
        <h2 id="switch">Switch to smaller, regular payments</h2>
        <p className="muted">
          Verify your details to move to weekly, fortnightly or monthly instalments. It takes about three
          minutes.
        </p>
        <Link className={buttonClass({ look })} href="/switch-account">
          <span>Verify your details</span>
          <ArrowRightIcon />
        </Link>
      </div>
      <div className="hide-narrow">
        <SplitArt width={190} />
      </div>
    </section>
  )
}
