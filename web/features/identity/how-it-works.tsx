import { IdArt } from '../../ui/spot-art/id.tsx'
import '../../ui/card/card.css'
import '../../ui/how/how.css'

export function HowItWorks() {
  return (
    <aside className="card split__aside identity__how" aria-labelledby="how-it-works">
      <IdArt width={190} />
      <h2 id="how-it-works">How it works</h2>
      <ol className="how">
        <li>
          <p>Enter the numbers from your document.</p>
        </li>
        <li>
          <p>We check them with the issuer. It takes a few seconds.</p>
        </li>
        <li>
          <p>You're done, and back to your overview.</p>
        </li>
      </ol>
    </aside>
  )
}
