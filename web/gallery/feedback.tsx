export function FeedbackGallery() {
  return null
}
