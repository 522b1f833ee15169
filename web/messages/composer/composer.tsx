import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { isMentor, MESSAGE_LIMIT } from '../../../contract/messages.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import { Recorder } from '../../media/recorder/recorder.tsx'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts.ts'
import type { AskedPage, MessageContent } from '../../outbox/message-item.ts'
import {
  dropRecording,
  type RecordingDraft,
  type RecordingPlace,
  readRecording,
} from '../../outbox/recording-drafts.ts'
import { Icon } from '../../ui/icon.tsx'
import { MessageIcon } from '../message-icon.tsx'
import type { Outgoing } from './enqueue-message.ts'

export type ComposerHandle = {
  /** An unsent message goes back into the box, before the text that is there. */
  takeBack(message: Pick<MessageContent, 'text' | 'about'>): void
  /** Adds a text to the box. */
  insert(text: string): void
  focus(): void
}

type Props = {
  ref?: Ref<ComposerHandle>
  uid: string
  /** Responder id, or uid of a learner. */
  to: string
  about: AskedPage | undefined
  /** Texts to begin with. */
  savedReplies?: readonly string[]
  onDropAbout(): void
  /** Resolves whether it is stored, at least on this phone. */
  onSend(outgoing: Outgoing): Promise<boolean>
}

/** Writes or records a message. Drafts survive a reload. */
export function Composer({ ref, uid, to, about: asked, savedReplies = [], onDropAbout, onSend }: Props) {
  const t = useTranslations('messages')
  const talk = isMentor(to) ? 'mentor' : to
  const place = { uid, lessonId: 'messages', pageId: talk }
  const spokenAt = { uid, place: JSON.stringify(['messages', talk]) }
  const [text, setText] = useState(() => String(readDraft(place) ?? ''))
  const [isSpeaking, setIsSpeaking] = useState(false)
  const [voice, setVoice] = useState<RecordingDraft>()
  const [hasFailed, setHasFailed] = useState(false)
  /** The page of a message that was taken back. */
  const [takenAbout, setTakenAbout] = useState<AskedPage>()
  const about = asked ?? takenAbout
  const newest = useRef(text)
  const queue = useRef(Promise.resolve())
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowing(box, text)
  useFocusFor(about, box)
  useBegun(spokenAt, () => setIsSpeaking(true))
  const tooMany = text.trimEnd().length - MESSAGE_LIMIT
  const isSendable = tooMany <= 0 && (voice !== undefined || isVisible(text))
  useImperativeHandle(ref, () => ({ takeBack, insert, focus: () => box.current?.focus() }))

  function write(next: string) {
    newest.current = next
    setText(next)
    saveDraft(place, next)
  }

  function take(reply: string) {
    write(reply)
    box.current?.focus()
  }

  function insert(words: string) {
    take([newest.current, words].filter(Boolean).join('\n'))
  }

  function takeBack(taken: Parameters<ComposerHandle['takeBack']>[0]) {
    write([taken.text, newest.current].filter(Boolean).join('\n'))
    setTakenAbout(taken.about)
    setIsSpeaking(false)
    box.current?.focus()
  }

  /** The box is free for the next message at once; a message that cannot be stored comes back into it. */
  function send(event?: FormEvent) {
    event?.preventDefault()
    if (!isSendable) return
    const outgoing = { text: text.trimEnd(), about, voice }
    newest.current = ''
    setText('')
    setVoice(undefined)
    setIsSpeaking(false)
    dropAbout()
    // One after the other, in the order in which they were written.
    queue.current = queue.current.then(() => sendOne(outgoing))
  }

  async function sendOne(outgoing: Outgoing) {
    const isSaved = await onSend(outgoing)
    setHasFailed(!isSaved)
    if (!isSaved) return giveBack(outgoing)
    if (newest.current === '') dropDraft(place)
    if (outgoing.voice) await dropRecording(spokenAt).catch(() => {})
  }

  function giveBack({ text, voice }: Outgoing) {
    write([text, newest.current].filter(Boolean).join('\n'))
    if (voice) setIsSpeaking(true)
  }

  /** A closed recorder keeps its recording, but only an open one is sent with the message. */
  function speak(speaks: boolean) {
    setIsSpeaking(speaks)
    setVoice(undefined)
  }

  function dropAbout() {
    setTakenAbout(undefined)
    onDropAbout()
    box.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <footer className="composer">
      {hasFailed && (
        <p className="hint" role="alert">
          <Icon name="warning" />
          {t('noSpace')}
        </p>
      )}
      {tooMany > 0 && <TooLong count={tooMany} />}
      {about && <AboutChip about={about} onDrop={dropAbout} />}
      {savedReplies.length > 0 && text === '' && !isSpeaking && (
        <ul className="saved-replies" aria-label={t('savedReplies')}>
          {savedReplies.map(reply => (
            <li key={reply}>
              <button className="chip" type="button" dir="auto" onClick={() => take(reply)}>
                {reply}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isSpeaking && <Recorder at={spokenAt} label={t('speak')} onChange={setVoice} />}
      <form onSubmit={send}>
        <button
          className="icon-btn"
          type="button"
          aria-label={t(isSpeaking ? 'writeInstead' : 'speak')}
          aria-pressed={isSpeaking}
          onClick={() => speak(!isSpeaking)}
        >
          {isSpeaking ? <Icon name="close" /> : <MessageIcon name="microphone" />}
        </button>
        <textarea
          className="input"
          ref={box}
          rows={1}
          // Without a text the placeholder has the direction.
          dir={text === '' ? undefined : 'auto'}
          aria-label={t('yourMessage')}
          placeholder={t('placeholder')}
          enterKeyHint="send"
          aria-invalid={tooMany > 0}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button className="icon-btn fill" type="submit" aria-label={t('send')} aria-disabled={!isSendable}>
          <MessageIcon name="send" />
        </button>
      </form>
    </footer>
  )
}

/** Shows an unsent recording of an earlier visit, like a draft. */
function useBegun({ uid, place }: RecordingPlace, onFound: () => void): void {
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    let isLeft = false
    readRecording({ uid, place }).then(
      kept => kept && !isLeft && tell(),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [uid, place])
}

/** A person who comes from a page writes about it. */
function useFocusFor(about: AskedPage | undefined, box: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (about) box.current?.focus()
  }, [about, box])
}

/** The page that the next message is about. */
function AboutChip({ about, onDrop }: { about: AskedPage; onDrop(): void }) {
  const t = useTranslations()
  return (
    <div className="about chip-about">
      <div className="grow">
        <small>{t('messages.aboutPage', { lesson: about.lessonNumber, page: about.pageNumber })}</small>
        <b dir="auto">{about.pageTitle}</b>
      </div>
      <button className="icon-btn" type="button" aria-label={t('messages.dropAbout')} onClick={onDrop}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** A text over the limit stays complete; this says by how much it is too long. */
function TooLong({ count }: { count: number }) {
  const t = useTranslations('messages')
  return (
    <p className="hint" role="status">
      <Icon name="warning" />
      {t('tooLong', { count, limit: MESSAGE_LIMIT })}
    </p>
  )
}

const TALLEST_PX = 160

/** As tall as its text, up to a third of a small screen. */
function useGrowing(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    box.style.blockSize = 'auto'
    box.style.blockSize = `${Math.min(box.scrollHeight + 4, TALLEST_PX)}px`
  }, [ref, text])
}
