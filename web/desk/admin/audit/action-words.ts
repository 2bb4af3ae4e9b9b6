import { auditSentence } from '#domain/audit-words.ts'

/** "Moved a payment to another day": what was done, as the beginning of a line. */
export function actionWords(action: string): string {
  const sentence = auditSentence(action, null)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
