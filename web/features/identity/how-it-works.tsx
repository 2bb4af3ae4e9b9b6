import { IdArt } from '../../ui/spot-art/id.tsx'
import type { Way } from './identity-draft.ts'
import '../../ui/card/card.css'
import '../../ui/how/how.css'

const steps: Record<Way, string[]> = {
  Check: [
    'Enter the numbers from your document.',
    'We check them with the issuer. It takes a few seconds.',
    "You're done, and back to your overview.",
  ],
  Upload: [
    'Enter the numbers from your document.',
    'Upload a clear copy of it.',
    "Our team checks it, and we'll email you when it's done.",
  ],
}

export function HowItWorks({ way = 'Check' }: { way?: Way }) {
  return (
    <aside className="card split__aside identity__how stack" aria-labelledby="how-it-works">
      <IdArt width={190} />
      <h2 id="how-it-works">How it works</h2>
      <ol className="how">
        {steps[way].map((step) => (
          <li key={step}>
            <p>{step}</p>
          </li>
        ))}
      </ol>
    </aside>
  )
}
