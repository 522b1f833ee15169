import { linkedText } from './linked-text.ts'

/**
 * A text in which numbers and URLs keep their direction: in an Arabic sentence the groups of a phone number would swap
 * places.
 */
export function IsolatedText({ text }: { text: string }) {
  return linkedText(text).map(({ text, href }, at) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
      <bdi key={at} dir="ltr">
        {text}
      </bdi>
    ) : (
      text
    ),
  )
}
