import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { MessageIcon } from '../message-icon.tsx'

type Props = {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  isTooLong: boolean
  isSpeaking: boolean
  maySpeak: boolean
  isSendable: boolean
  onWrite(text: string): void
  onSpeak(isSpeaking: boolean): void
  onSend(): void
}

/** The box between its two buttons: record and send. */
export function ComposerBar(props: Props) {
  const { box, text, isTooLong, isSpeaking, maySpeak, isSendable, onWrite, onSpeak, onSend } = props
  const t = useTranslations('messages')
  useGrowing(box, text)

  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (isSendable) onSend()
  }

  function onKeyDown(event: KeyboardEvent) {
    // During input of Chinese or Japanese, for example, Enter belongs to the input method.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
  }

  return (
    <form noValidate onSubmit={send}>
      <button
        className="icon-btn"
        type="button"
        aria-label={t(isSpeaking ? 'writeInstead' : 'speak')}
        aria-pressed={isSpeaking}
        disabled={!maySpeak}
        onClick={() => onSpeak(!isSpeaking)}
      >
        {isSpeaking ? <Icon name="close" /> : <MessageIcon name="microphone" />}
      </button>
      <textarea
        className="input"
        ref={box}
        rows={1}
        // Without a text the box has the direction of its placeholder.
        dir={text === '' ? undefined : 'auto'}
        aria-label={t('yourMessage')}
        placeholder={t('placeholder')}
        enterKeyHint="send"
        aria-invalid={isTooLong}
        value={text}
        onChange={event => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button className="icon-btn fill" type="submit" aria-label={t('send')} aria-disabled={!isSendable}>
        <MessageIcon name="send" />
      </button>
    </form>
  )
}

const TALLEST_PX = 160

/** Makes the box as tall as its text, up to a third of a small screen, also after the phone was turned. */
function useGrowing(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const grow = () => {
      const box = ref.current
      if (!box) return
      box.style.blockSize = 'auto'
      box.style.blockSize = `${Math.min(box.scrollHeight + 4, TALLEST_PX)}px`
    }
    grow()
    addEventListener('resize', grow)
    return () => removeEventListener('resize', grow)
  }, [ref, text])
}
