import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Language } from '../../../contract/languages.ts'
import { createStoredChoice } from '../stored-choice.ts'
import { useLoadAgain } from '../use-playback.ts'

const choice = createStoredChoice('sbs.captions', ['on', 'off'])

/**
 * Captions of a film. The browser reads the track, and we show its text: large enough for a phone, and above our
 * controls, which cover the place of native captions.
 */
export function useCaptions({ source, language }: { source: string | undefined; language: Language }) {
  const ref = useRef<HTMLTrackElement>(null)
  const [caption, setCaption] = useState('')
  const isOn = useSyncExternalStore(choice.onChoice, choice.read) !== 'off'
  useEffect(() => {
    const track = ref.current?.track
    if (!track) return
    track.mode = 'hidden'
    track.oncuechange = () => setCaption(textOf(track.activeCues))
  }, [])
  const again = () => loadAgain(ref.current)
  useLoadAgain(true, again)
  return {
    isOn,
    toggle() {
      again()
      choice.choose(isOn ? 'off' : 'on')
    },
    track: source && <track ref={ref} kind="captions" src={source} srcLang={language} />,
    caption: isOn && caption && (
      <p className="caption" lang={language} dir="auto" aria-hidden="true">
        <span>{caption}</span>
      </p>
    ),
  }
}

/** Loads captions again if their download broke off. The same URL would load nothing, so it is changed. */
function loadAgain(track: HTMLTrackElement | null): void {
  if (track?.readyState === HTMLTrackElement.ERROR) track.src += '#'
}

/** The text of the cues, without the markup that they may have. */
function textOf(cues: TextTrackCueList | null): string {
  return Array.from(cues ?? [], cue => (cue as VTTCue).text.replace(/<[^>]*>/g, '')).join('\n')
}
