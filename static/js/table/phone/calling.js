// It is your turn: a buzz where phones can, and a flash of light everywhere.
export function callOwner() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  const { classList } = document.body;
  classList.remove("is-called");
  requestAnimationFrame(() => classList.add("is-called")); // in another frame, so that the same animation begins anew
}
