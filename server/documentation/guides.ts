export function withGuides(document: object): object {
  return document
}
