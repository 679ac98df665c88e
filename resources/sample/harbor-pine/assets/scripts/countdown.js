// Counts down to the moment in the data-until attribute of every element that has one.
for (const place of document.querySelectorAll("[data-until]")) {
  const end = Date.parse(place.dataset.until);
  const tick = () => {
    const left = Math.max(0, Math.floor((end - Date.now()) / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor((left % 3600) / 60);
    place.textContent = `${hours} h ${minutes} min`;
    if (left) setTimeout(tick, 1000);
  };
  tick();
}
