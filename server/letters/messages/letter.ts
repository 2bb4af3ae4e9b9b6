/** The content of a letter without its design, in reading order. */
export type Letter = {
  subject: string
  /** The line that mail programs show beside the subject. */
  preheader: string
  title: string
  /** Null if the reader's name is unknown. */
  firstName: string | null
  paragraphs: string[]
  /** The one figure that the letter is about. */
  panel?: { label: string; figure: string; detail: string }
  rows?: Row[]
  note?: Note
  button?: { label: string; url: string }
  /** A note after the call to action. */
  aside?: Note
  closing?: string[]
  /** The reason why the reader gets the letter. */
  reason: string
  /** Where replies to this letter go, if not to us. */
  replyTo?: string
}

/** The facts of a letter about an account. */
export type AboutAccount = { shortId: string; schoolName: string }
/** The same, and its reader. */
export type ToMember = AboutAccount & { firstName: string }

/** A letter as its kind writes it. What is absent follows from its subject, and from the facts of the message. */
export type LetterWords = Omit<Letter, FromFacts> & Partial<Pick<Letter, FromFacts>>
type FromFacts = 'title' | 'firstName' | 'reason'

export type Note = { tone: Tone; title: string; lines: string[] }
export type Row = { label: string; value: string; isTotal?: true }
export type Tone = 'info' | 'caution' | 'success'
