// It is your turn: a buzz where phones can, and a flash of light everywhere.
export function callOwner() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  const { classList } = document.body;
  classList.remove("is-called");
  void document.body.offsetWidth; // so that the same animation can begin anew
  classList.add("is-called");
}
