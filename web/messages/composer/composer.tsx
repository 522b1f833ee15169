import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isMentor, MESSAGE_LIMIT } from '../../../contract/messages.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import { Recorder } from '../../media/recorder/recorder.tsx'
import { dropRecording, type RecordingDraft, readRecording } from '../../outbox/drafts/recording-drafts.ts'
import type { AskedPage, MessageContent } from '../../outbox/items/message-item.ts'
import { Icon } from '../../ui/icon.tsx'
import { conversationPlace } from '../conversation/conversation-place.ts'
import { ComposerBar } from './composer-bar.tsx'
import { AboutChip, SavedReplyChips } from './composer-chips.tsx'
import type { ComposedMessage } from './enqueue-message.ts'
import { useDraftText } from './use-draft-text.ts'
import { useSendQueue } from './use-send-queue.ts'

export type ComposerHandle = {
  /** Puts an unsent message back into the box, before the text that is already in it. */
  takeBack(message: Pick<MessageContent, 'text' | 'about'>): void
  /** Adds a text to the box. */
  insert(text: string): void
  focus(): void
}

type Props = {
  ref?: Ref<ComposerHandle>
  uid: string
  /** Mentor id, or uid of a learner. */
  to: string
  about: AskedPage | undefined
  /** Texts with which a mentor can begin a message. */
  savedReplies?: readonly string[]
  /**
   * The next message is no longer about this page: the person removed the page, or a message about it is stored. Until
   * then a reload shows the page again.
   */
  onDropAbout(about: AskedPage): void
  /** Resolves to whether the message is stored, at least on this phone. */
  onSend(outgoing: ComposedMessage): Promise<boolean>
}

/** Writes or records a message. Drafts survive a reload. */
export function Composer({ ref, uid, to, about: chosenAbout, savedReplies = [], onDropAbout, onSend }: Props) {
  const t = useTranslations('messages')
  const partner = isMentor(to) ? 'mentor' : to
  const place = conversationPlace(uid, partner)
  const draft = useDraftText(place)
  const { text } = draft
  const [isSpeaking, setIsSpeaking] = useState(false)
  const [voice, setVoice] = useState<RecordingDraft>()
  /** The recorder has room for one recording: until it is stored in a message, nothing else can be recorded. */
  const [isVoiceUnsent, setIsVoiceUnsent] = useState(false)
  /** The page of a message that was taken back. */
  const [takenAbout, setTakenAbout] = useState<AskedPage>()
  /** The page of a message that is being stored. */
  const [sentAbout, setSentAbout] = useState<AskedPage>()
  const about = (chosenAbout === sentAbout ? undefined : chosenAbout) ?? takenAbout
  const queue = useSendQueue({ onSend, onStored, onFailed })
  const box = useRef<HTMLTextAreaElement>(null)
  const focus = () => box.current?.focus()
  useFocusFor(about, box)
  useUnsentRecording(uid, partner, () => setIsSpeaking(true))
  const tooMany = text.trimEnd().length - MESSAGE_LIMIT
  const isSendable = tooMany <= 0 && (voice !== undefined || isVisible(text))
  useImperativeHandle(ref, () => ({ takeBack, insert, focus }))

  function insert(words: string) {
    draft.append(words)
    focus()
  }

  function takeBack({ text, about: page }: Parameters<ComposerHandle['takeBack']>[0]) {
    // A message is about one page. If the box is already about another page, the title of this page goes into the text.
    const isOther = page !== undefined && about !== undefined && nameOf(page) !== nameOf(about)
    draft.prepend(isOther ? `${nameOf(page)}\n${text}` : text)
    if (page && !isOther) setTakenAbout(page)
    setIsSpeaking(false)
    focus()
  }

  /** The box is free for the next message at once; messages that cannot be stored come back into it. */
  function send() {
    const messages = draft.send(about !== undefined || voice !== undefined)
    if (voice) setIsVoiceUnsent(true)
    speak(false)
    setTakenAbout(undefined)
    setSentAbout(chosenAbout)
    focus()
    for (const { text, id, wasSent } of messages)
      queue.send({ text: text.trimEnd(), about, voice, id: idOf(id, text), wasSent })
  }

  /**
   * The id of a message. It is the same after a reload, unless the person changed the text, the page or the recording:
   * so a message that is sent again counts once.
   */
  function idOf(textId: string, text: string): string {
    return [text === '' ? 'voice' : textId, voice?.recordedAt, about?.pageNumber].filter(Boolean).join('-')
  }

  async function onStored(outgoing: ComposedMessage) {
    draft.noteStored()
    if (outgoing.about) onDropAbout(outgoing.about)
    if (!outgoing.voice) return
    await dropRecording(place, outgoing.voice).catch(() => {})
    setIsVoiceUnsent(false)
  }

  function onFailed(unstored: ComposedMessage[]) {
    draft.giveBack()
    setSentAbout(undefined)
    setTakenAbout(before => unstored.find(({ about }) => about)?.about ?? before)
    setIsVoiceUnsent(false)
    if (unstored.some(({ voice }) => voice)) setIsSpeaking(true)
  }

  /** Opens or closes the recorder. A closed one keeps its recording, but the message is sent without it. */
  function speak(speaks: boolean) {
    setIsSpeaking(speaks)
    setVoice(undefined)
  }

  function dropAbout() {
    setTakenAbout(undefined)
    if (about) onDropAbout(about)
    focus()
  }

  return (
    <footer className="composer">
      {queue.hasFailed && (
        <p className="hint" role="alert">
          <Icon name="warning" />
          {t('noSpace')}
        </p>
      )}
      {tooMany > 0 && <TooLong count={tooMany} />}
      {about && <AboutChip about={about} onDrop={dropAbout} />}
      {savedReplies.length > 0 && text === '' && !isSpeaking && (
        <SavedReplyChips replies={savedReplies} onTake={insert} />
      )}
      {isSpeaking && <Recorder at={place} label={t('speak')} onChange={setVoice} />}
      <ComposerBar
        box={box}
        text={text}
        isTooLong={tooMany > 0}
        isSpeaking={isSpeaking}
        maySpeak={!isVoiceUnsent}
        isSendable={isSendable}
        onWrite={draft.write}
        onSpeak={speak}
        onSend={send}
      />
    </footer>
  )
}

function nameOf({ lessonTitle, pageTitle }: AskedPage): string {
  return [lessonTitle, pageTitle].filter(Boolean).join(': ')
}

/** Calls back if an earlier visit left an unsent recording, which is shown like a draft. */
function useUnsentRecording(uid: string, partner: string, onFound: () => void): void {
  const report = useEffectEvent(onFound)
  useEffect(() => {
    let isLeft = false
    readRecording(conversationPlace(uid, partner)).then(
      kept => kept && !isLeft && report(),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [uid, partner])
}

/** A person who comes from a page wants to write about it, so the box gets the focus. */
function useFocusFor(about: AskedPage | undefined, box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (about) box.current?.focus()
  }, [about, box])
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
