import type { LicenceState } from '#domain/identity.ts'
import act from './licences/act.svg'
import nsw from './licences/nsw.svg'
import ntBack from './licences/nt-back.svg'
import ntFront from './licences/nt-front.svg'
import qldBack from './licences/qld-back.svg'
import qldFront from './licences/qld-front.svg'
import saBack from './licences/sa-back.svg'
import saFront from './licences/sa-front.svg'
import tasBack from './licences/tas-back.svg'
import tasFront from './licences/tas-front.svg'
import vicBack from './licences/vic-back.svg'
import vicFront from './licences/vic-front.svg'
import waBack from './licences/wa-back.svg'
import waFront from './licences/wa-front.svg'

/** Whether both numbers are on the front, or one on each side. */
const pictures: Record<LicenceState, { front: string; back?: string }> = {
  ACT: { front: act },
  NSW: { front: nsw },
  NT: { front: ntFront, back: ntBack },
  QLD: { front: qldFront, back: qldBack },
  SA: { front: saFront, back: saBack },
  TAS: { front: tasFront, back: tasBack },
  VIC: { front: vicFront, back: vicBack },
  WA: { front: waFront, back: waBack },
}

/** Drawings of a licence with both numbers marked. */
export function LicencePictures({ state }: { state: LicenceState }) {
  const { front, back } = pictures[state]
  const licence = `${/^[ANS]/.test(state) ? 'an' : 'a'} ${state} licence`
  return (
    <div className="stack stack--12">
      <p className="identity__where sm">Where to find your numbers</p>
      <div className="licences">
        {back ? (
          <>
            <Picture
              source={front}
              words={`Where to find the licence number on the front of ${licence}`}
              caption="Front: licence number"
            />
            <Picture
              source={back}
              words={`Where to find the card number on the back of ${licence}`}
              caption="Back: card number"
            />
          </>
        ) : (
          <Picture
            source={front}
            words={`Where to find the licence number and the card number on ${licence}`}
            caption="Front"
          />
        )}
      </div>
    </div>
  )
}

function Picture({ source, words, caption }: { source: string; words: string; caption: string }) {
  return (
    <figure>
      {/* A new element per picture, so that the previous one is not shown while the next one loads. */}
      <img key={source} src={source} alt={words} width={320} height={202} decoding="async" />
      <figcaption className="sm muted">{caption}</figcaption>
    </figure>
  )
}
