import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { textResponse as type } from '../../../contract/pages/text-response.ts'
import { directionOf } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { fetchRecorderAhead } from '../../media/recorder/fetch-ahead.ts'
import { Recorder } from '../../media/recorder/recorder.tsx'
import { pagePlace } from '../../outbox/drafts/draft-place.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { currentSession } from '../../session.ts'
import { PageHead } from '../page-head.tsx'
import { type PageProps, type PageScreen, usePage } from '../page-screen.ts'
import { AnswerAgain, NoSpaceForAnswer, OrLine } from './answer-again.tsx'
import { SpokenAnswer } from './spoken-answer.tsx'
import { submitRecording } from './submit-recording.ts'
import { TextBox } from './text-box.tsx'
import { useSpokenAnswer } from './use-spoken-answer.ts'
import './text-response.css'

export { fetchRecorderAhead }

export const textResponse: PageScreen<string> = {
  type,
  Content: TextResponse,
  button: (t, _draft, isDirty) => (isDirty ? t('send') : t('next')),
  submitRecording,
}

/** The key resets the recorder after each submitted recording. */
function TextResponse(props: PageProps<string>) {
  return (
    <>
      <PageHead page={props.page} className="question" />
      <Answer key={props.voice.submissions} {...props} />
    </>
  )
}

function Answer({ page, draft, setDraft, submitted, voice }: PageProps<string>) {
  const t = useTranslations('lesson')
  const { lesson, bottomBar } = usePage()
  const { language } = useLanguage()
  const [uid] = useState(() => currentSession()?.uid ?? '')
  const { spoken, typed } = useSpokenAnswer(uid, { lessonId: lesson.id, pageId: page.id }, submitted)
  const [recorded, setRecorded] = useState<RecordingDraft>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known; from then on the box is the person's.
  useEffect(() => {
    if (typed !== undefined && draft === '') setDraft(typed)
  }, [typed])

  function record(recording: RecordingDraft | undefined) {
    setRecorded(recording)
    voice.setRecording(recording)
  }

  /** Written text replaces the recording, until the box is empty again. */
  function write(text: string) {
    setDraft(text)
    if (recorded) voice.setRecording(text === '' ? recorded : undefined)
  }

  const isRefused = spoken?.own?.item.refusedAs !== undefined
  return (
    <>
      <div className="answer stack" lang={language} dir={directionOf(language)}>
        {spoken && <SpokenAnswer {...spoken} />}
        <AnswerAgain isOffered={spoken !== undefined && !isRefused && !recorded && draft === ''}>
          {(!voice.recording || voice.hasFailed) && (
            <>
              <TextBox page={page} label={t('answer')} value={draft} onChange={write} />
              <OrLine />
            </>
          )}
          <Recorder at={pagePlace(uid, lesson.id, page.id)} onChange={record} />
        </AnswerAgain>
      </div>
      {voice.hasFailed && bottomBar && createPortal(<NoSpaceForAnswer />, bottomBar)}
    </>
  )
}
