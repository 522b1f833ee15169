/** The whole box, so that our own controls come along; where only films may fill the screen, the film. */
export function toggleFullScreen(box: HTMLElement | null, video: HTMLVideoElement | null): void {
  const onlyFilm = video as (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | null
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => undefined)
  else onlyFilm?.webkitEnterFullscreen?.()
}
